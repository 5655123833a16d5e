/** The answer of a probe (decision 10). */
export interface HealthyJson {
  readonly status: 'ok';
}

export function presentHealthy(): HealthyJson {
  return { status: 'ok' };
}
