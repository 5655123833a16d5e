/** Whether the service accepts requests; the program that runs the app withdraws it before it stops. */
export class Readiness {
  #isWithdrawn = false;

  get isWithdrawn(): boolean {
    return this.#isWithdrawn;
  }

  /**
   * From now on `/health/ready` answers 503, and every answer ends its connection, so that balancers and clients go
   * elsewhere. Requests are served as before.
   */
  withdraw(): void {
    this.#isWithdrawn = true;
  }
}
