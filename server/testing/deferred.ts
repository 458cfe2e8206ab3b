/** A promise and the function that resolves it: Promise.withResolvers(), which Node.js 20 lacks. */
export function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
