import { heldToken } from './token.js';

/** Connects the tabs of this origin, and of this path: several services can have one host. */
const CHANNEL = `ops-admin ${location.pathname}`;

/** An open tab answers within this time, or there is none. */
const ANSWER_MS = 300;

let answering: BroadcastChannel | undefined;

/** Asks the open tabs for the access token of their session. */
export async function askTabs(): Promise<string | undefined> {
  const channel = new BroadcastChannel(CHANNEL);
  const answer = new Promise<string | undefined>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<{ token?: unknown }>) => {
      if (typeof data.token === 'string') resolve(data.token);
    };
    setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  channel.postMessage({ asks: true });
  return await answer.finally(() => channel.close());
}

/** Answers new tabs from now on, as long as this one is signed in. */
export function tellTabs(): void {
  if (answering) return;
  answering = new BroadcastChannel(CHANNEL);
  answering.onmessage = ({ data }: MessageEvent<{ asks?: unknown }>) => {
    const token = heldToken();
    if (data.asks === true && token !== undefined) answering?.postMessage({ token });
  };
}
