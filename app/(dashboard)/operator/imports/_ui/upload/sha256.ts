/** The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4). */
const ROOTS = rootsOf((prime) => Math.cbrt(prime), 64);
const START = rootsOf((prime) => Math.sqrt(prime), 8);

function rootsOf(root: (prime: number) => number, count: number): Int32Array {
  const found = new Int32Array(count);
  for (let number = 2, at = 0; at < count; number++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor++) {
      if (number % divisor === 0) isPrime = false;
    }
    if (isPrime) found[at++] = (root(number) % 1) * 2 ** 32;
  }
  return found;
}

const BLOCK = 64;

/**
 * SHA-256 of bytes that come in parts. Web Crypto needs them all at once, and is missing on pages
 * that are not served over HTTPS.
 */
export function createSha256() {
  const state = START.slice();
  const words = new Int32Array(BLOCK);
  const left = new Uint8Array(BLOCK);
  let filled = 0;
  let total = 0;
  const add = (bytes: Uint8Array) => {
    total += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(BLOCK - filled, bytes.length);
      left.set(bytes.subarray(0, at), filled);
      filled += at;
      if (filled < BLOCK) return;
      mix(state, words, left, 0);
      filled = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) mix(state, words, bytes, at);
    left.set(bytes.subarray(at));
    filled = bytes.length - at;
  };
  return {
    add,
    /** The hex digest. Nothing can be added after it. */
    digest(): string {
      const bits = total * 8;
      const padding = new Uint8Array(filled < 56 ? 64 - filled : 128 - filled);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(padding.length - 4, bits % 2 ** 32);
      add(padding);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

const at = (words: Int32Array, index: number): number => words[index] ?? 0;
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Mixes one block into the state. */
function mix(state: Int32Array, words: Int32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0; i < 16; i++) {
    const b = from + 4 * i;
    words[i] =
      ((bytes[b] ?? 0) << 24) |
      ((bytes[b + 1] ?? 0) << 16) |
      ((bytes[b + 2] ?? 0) << 8) |
      (bytes[b + 3] ?? 0);
  }
  for (let i = 16; i < 64; i++) {
    const [w2, w15] = [at(words, i - 2), at(words, i - 15)];
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3);
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10);
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROOTS, i) + at(words, i)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word;
}
