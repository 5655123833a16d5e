import * as v from 'valibot';
import { answerObject, type EntriesOf } from './answer-object.js';

/** The shape of most answers: a message for people, and the data (interface, "Requests and answers in general"). */
export interface Answered<Data> {
  readonly message: string;
  readonly data: Data;
}

export function answered<Data extends object>(data: EntriesOf<Data>): v.GenericSchema<Answered<Data>> {
  return answerObject<Answered<object>>({
    message: v.string(),
    data: answerObject(data),
  }) as v.GenericSchema<Answered<Data>>;
}
