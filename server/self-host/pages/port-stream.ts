import { Duplex } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";

/** Bytes are messages of their own; these numbers are the other messages. */
const END = 0;
const READ = 1;

const HIGH_WATER_MARK = 256 * 1_024;

type Done = (error?: Error | null) => void;

/**
 * A connection between two threads, as a stream over a message port. HTTP runs over it as over a
 * socket. A write is done when the other side has read it, so that a slow reader slows the writer.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  /** Called once the other side has read what was written. */
  #written: Done | null = null;
  #owesRead = false;

  constructor(port: MessagePort) {
    super({ highWaterMark: HIGH_WATER_MARK });
    this.#port = port;
    port.on("message", (message: Uint8Array | number) => this.#receive(message));
    // After everything that was sent before.
    port.on("close", () => this.destroy());
  }

  #receive(message: Uint8Array | number): void {
    if (message === END) {
      this.push(null);
    } else if (message === READ) {
      const written = this.#written;
      this.#written = null;
      written?.();
    } else if (typeof message !== "number") {
      const { buffer, byteOffset, length } = message;
      if (this.push(Buffer.from(buffer, byteOffset, length))) this.#port.postMessage(READ);
      else this.#owesRead = true;
    }
  }

  override _read(): void {
    if (!this.#owesRead) return;
    this.#owesRead = false;
    this.#port.postMessage(READ);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#written = done;
    // A copy of its own, which is moved: a message with a view would copy the whole buffer under it.
    const bytes = new Uint8Array(chunk);
    this.#port.postMessage(bytes, [bytes.buffer]);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    const all = Buffer.concat(chunks.map(({ chunk }) => chunk));
    this._write(all, "utf8", done);
  }

  override _final(done: Done): void {
    this.#port.postMessage(END);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#port.close();
    done(error);
  }
}

/** A new connection: this thread's end, and the port to send to the other thread. */
export function openPortStream(): { stream: PortStream; port: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  return { stream: new PortStream(port1), port: port2 };
}
