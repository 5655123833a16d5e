import * as v from 'valibot';
import type { HealthyJson } from '../present/healthy.js';
import { answerObject } from './answer-object.js';

/** `GET /health/live` and `GET /health/ready` */
export const HEALTHY: v.GenericSchema<HealthyJson> = answerObject<HealthyJson>({ status: v.literal('ok') });
