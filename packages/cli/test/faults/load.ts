import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { anId } from '@ops-admin/testing';
import { until } from '../../../../test/until.ts';

/** A change that was asked for. */
export interface Asked {
  /** Its `X-Request-Id`, which its audit entry holds. */
  readonly id: string;
  /** The number of the user, for `anId`. */
  readonly user: number;
  readonly action: 'add' | 'remove';
  readonly permission: string;
  /** When it was sent, in milliseconds of `performance.now()`. */
  readonly sentAt: number;
  /** The status of the answer; `'lost'` where the connection broke, `'not-sent'` without a connection. */
  outcome?: number | 'lost' | 'not-sent';
  /** How long that took, in milliseconds. */
  took?: number;
  body?: string;
}

/** The parts of a load on a service. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** Users 1 to this one are changed. */
  readonly users: number;
}

/** The pause between two changes on a connection, which leaves time for services and other tests. */
const PAUSE_MS = 5;

/** Counts loads, so that no two requests have the same name. */
let runs = 0;

/**
 * Adds and removes permissions over several connections, each as soon as it is answered, and keeps what was asked and
 * answered. What is added is never twice the same.
 */
export class Load {
  readonly asked: Asked[] = [];
  readonly #target: Target;
  readonly #agent: Agent;
  readonly #run = `load${++runs}`;
  readonly #workers: Promise<void>[];
  #isStopped = false;

  constructor(target: Target, connections = 8) {
    this.#target = target;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#workers = Array.from({ length: connections }, (_, n) => this.#work(n));
  }

  /** The answered requests sent after a moment of `performance.now()`. */
  answeredSince(moment: number): Asked[] {
    return this.asked.filter(({ outcome, sentAt }) => sentAt >= moment && outcome !== undefined);
  }

  /** Waits until one that was sent after a moment has this outcome. */
  until(outcome: Asked['outcome'], moment: number): Promise<Asked> {
    const found = () => this.answeredSince(moment).find((one) => one.outcome === outcome);
    const seen = () => [...new Set(this.answeredSince(moment).map((one) => one.outcome))].join();
    return until(found, () => `a request that is answered with ${outcome}, not with ${seen()}`);
  }

  /** Waits until so many that were sent after a moment are answered. */
  async answered(count: number, moment: number): Promise<void> {
    await until(() => this.answeredSince(moment).length >= count, `${count} answers`);
  }

  /** Lets the requests on their way be answered; nothing more is asked. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#workers);
    this.#agent.destroy();
  }

  async #work(worker: number): Promise<void> {
    const mine: { readonly user: number; readonly permission: string }[] = [];
    for (let n = 1; !this.#isStopped; n++) {
      const held = n % 2 === 0 ? mine.shift() : undefined;
      const user = 1 + ((worker * 7 + n) % this.#target.users);
      const id = `${this.#run}-${worker}-${n}`;
      const permission = `service.load.${id}`;
      const asked: Asked = held
        ? { id, action: 'remove', ...held, sentAt: performance.now() }
        : { id, action: 'add', user, permission, sentAt: performance.now() };
      this.asked.push(asked);
      await this.#ask(asked);
      asked.took = performance.now() - asked.sentAt;
      if (asked.action === 'add' && asked.outcome === 200) mine.push({ user, permission });
      const isHeard = typeof asked.outcome === 'number';
      await sleep(isHeard ? PAUSE_MS : 4 * PAUSE_MS);
    }
  }

  #ask(asked: Asked): Promise<void> {
    const { token, url } = this.#target;
    const { action, id, permission, user } = asked;
    const body = JSON.stringify({ payload: { userId: anId(user), permissions: [permission] } });
    return new Promise((resolve) => {
      const sent = request(
        `${url}/user/${action}-permissions`,
        {
          method: 'PUT',
          agent: this.#agent,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'x-request-id': id,
          },
        },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.once('end', () => {
            asked.body = text;
            asked.outcome = answer.statusCode ?? 'lost';
            resolve();
          });
          answer.once('error', () => {
            asked.outcome = 'lost';
            resolve();
          });
        },
      );
      sent.once('error', (error: NodeJS.ErrnoException) => {
        asked.outcome = error.code === 'ECONNREFUSED' ? 'not-sent' : 'lost';
        resolve();
      });
      sent.end(body);
    });
  }
}
