/**
 * The plaintext of a new key for as long as it is shown. React keeps props and states of earlier
 * renders for a while; they all point to this box, and the box can be emptied.
 */
export class Secret {
  #plaintext: string;

  constructor(plaintext: string) {
    this.#plaintext = plaintext;
  }

  /** The plaintext; empty once it was wiped. */
  read(): string {
    return this.#plaintext;
  }

  wipe(): void {
    this.#plaintext = "";
  }
}
