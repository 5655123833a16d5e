/** An answer that was written as JSON already. */
export class WrittenJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
