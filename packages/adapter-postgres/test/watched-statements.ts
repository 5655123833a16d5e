import { Client } from 'pg';

/** Hooks before and after each statement by any client. */
export interface Watch {
  before?(text: string, client: Client): void;
  after?(text: string): Promise<void>;
}

/** Calls a watch around every statement of this process while the tests of a suite run. */
export function watchedStatements(): { watch(by?: Watch): void } {
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  let watching: Watch = {};
  before(() => {
    Client.prototype.query = function (this: Client, statement: string | { readonly text: string }) {
      const text = typeof statement === 'string' ? statement : statement.text;
      const { after, before: first } = watching;
      first?.(text, this);
      // biome-ignore lint/complexity/noArguments: whatever else is given.
      const answer = query.apply(this, [...arguments]);
      return after ? answerAfter(answer as Promise<unknown>, () => after(text)) : answer;
    } as typeof Client.prototype.query;
  });
  after(() => {
    Client.prototype.query = query as typeof Client.prototype.query;
  });
  return {
    watch: (by = {}) => {
      watching = by;
    },
  };
}

async function answerAfter(answer: Promise<unknown>, act: () => Promise<void>): Promise<unknown> {
  const rows = await answer;
  await act();
  return rows;
}

/** Ends a connection immediately, as the end of this process would. */
export function cutOff(client: Client): void {
  (
    client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
  ).connection.stream.destroy();
}
