import * as v from 'valibot';
import { answerObject } from './answer-object.js';

/** The answer of a probe. */
export interface HealthyJson {
  readonly status: 'ok';
}

export const HEALTHY: v.GenericSchema<HealthyJson> = answerObject<HealthyJson>({ status: v.literal('ok') });
