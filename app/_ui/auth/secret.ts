/**
 * Holds a secret while it is shown. React retains the props and state of earlier renders for a
 * while; they all refer to this object, which can be wiped.
 */
export class Secret {
  #plaintext: string;

  constructor(plaintext: string) {
    this.#plaintext = plaintext;
  }

  /** The secret; empty once it was wiped. */
  read(): string {
    return this.#plaintext;
  }

  wipe(): void {
    this.#plaintext = "";
  }
}
