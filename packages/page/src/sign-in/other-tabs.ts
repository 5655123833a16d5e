import { heldToken } from './token.js';

/** Connects the tabs of one origin and path: a host can have several services. */
const CHANNEL = `ops-admin ${location.pathname}`;

/** The longest wait for the answer of an open tab, in milliseconds. */
const ANSWER_MS = 300;

let answering: BroadcastChannel | undefined;

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

/** Answers new tabs while this one is signed in, and follows a sign-out in another tab. */
export function tellTabs(onSignedOut: () => void): void {
  if (answering) return;
  answering = new BroadcastChannel(CHANNEL);
  answering.onmessage = ({ data }: MessageEvent<{ asks?: unknown; signedOut?: unknown }>) => {
    if (data.signedOut === true) onSignedOut();
    const token = heldToken();
    if (data.asks === true && token !== undefined) answering?.postMessage({ token });
  };
}

export function tellSignedOut(): void {
  answering?.postMessage({ signedOut: true });
}
