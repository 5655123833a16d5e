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

/** Answers new tabs from now on, as long as this one is signed in, and hears of a sign-out in another. */
export function tellTabs(onSignedOut: () => void): void {
  if (answering) return;
  answering = new BroadcastChannel(CHANNEL);
  answering.onmessage = ({ data }: MessageEvent<{ asks?: unknown; signedOut?: unknown }>) => {
    if (data.signedOut === true) onSignedOut();
    const token = heldToken();
    if (data.asks === true && token !== undefined) answering?.postMessage({ token });
  };
}

/** Signs the other tabs out, too. */
export function tellSignedOut(): void {
  answering?.postMessage({ signedOut: true });
}
