/** Called again and again while much is worked out: lets others go on once that has taken long. */
export type Pause = () => Promise<void> | undefined;

/** Makes one thing of each, with a pause after each. */
export async function eachWithPause<One, Made>(
  all: readonly One[],
  pause: Pause | undefined,
  make: (one: One, n: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [n, one] of all.entries()) {
    made.push(make(one, n));
    const paused = pause?.();
    if (paused) await paused;
  }
  return made;
}
