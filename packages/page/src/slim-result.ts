/**
 * Replaces neverthrow in the bundle: the functions that the client and the page call, in a tenth of the bytes. The types
 * are those of neverthrow.
 */
class Outcome {
  readonly value: unknown;
  readonly error: unknown;
  readonly #isOk: boolean;

  constructor(isOk: boolean, value: unknown, error: unknown) {
    this.#isOk = isOk;
    this.value = value;
    this.error = error;
  }

  isOk(): boolean {
    return this.#isOk;
  }

  isErr(): boolean {
    return !this.#isOk;
  }

  map(change: (value: unknown) => unknown): Outcome {
    return this.#isOk ? ok(change(this.value)) : this;
  }

  mapErr(change: (error: unknown) => unknown): Outcome {
    return this.#isOk ? this : err(change(this.error));
  }

  andThen(next: (value: unknown) => Outcome): Outcome {
    return this.#isOk ? next(this.value) : this;
  }

  match(good: (value: unknown) => unknown, bad: (error: unknown) => unknown): unknown {
    return this.#isOk ? good(this.value) : bad(this.error);
  }

  unwrapOr(other: unknown): unknown {
    return this.#isOk ? this.value : other;
  }
}

export const ok = (value: unknown): Outcome => new Outcome(true, value, undefined);
export const err = (error: unknown): Outcome => new Outcome(false, undefined, error);

export class ResultAsync implements PromiseLike<Outcome> {
  readonly #outcome: PromiseLike<Outcome>;

  constructor(outcome: PromiseLike<Outcome>) {
    this.#outcome = outcome;
  }

  map(change: (value: unknown) => unknown): ResultAsync {
    return this.andThen(async (value) => ok(await change(value)));
  }

  andThen(next: (value: unknown) => PromiseLike<Outcome> | Outcome): ResultAsync {
    return new ResultAsync(this.#outcome.then((one) => (one.isOk() ? next(one.value) : one)));
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  then<A, B>(
    good: ((outcome: Outcome) => A | PromiseLike<A>) | null,
    bad?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return this.#outcome.then(good, bad) as PromiseLike<A | B>;
  }
}
