/**
 * Replaces the progress line, or removes it with ""; writes nothing if the stream is not a
 * terminal.
 */
export function showProgress(stream: NodeJS.WriteStream): (text: string) => void {
  if (!stream.isTTY) return () => {};
  let isShown = false;
  return (text) => {
    if (text === "" && !isShown) return;
    stream.write(`\r\u001b[2K${text.slice(0, Math.max(20, stream.columns - 1))}`);
    isShown = text !== "";
  };
}

const WIDTH = 24;

/** `[######..................]  25%`; `share` is from 0 to 1. */
export function bar(share: number): string {
  const part = Math.min(1, Math.max(0, share));
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${"#".repeat(Math.round(part * WIDTH)).padEnd(WIDTH, ".")}] ${percent}%`;
}
