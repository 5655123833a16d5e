import { expect } from 'chai';

const TICKET = '65d100000000000000000001';

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is looked at by each test.
  readonly data?: any;
}

/** Uses both endpoints of examples/own-area as users, admins and strangers do; one opinion is left there. */
export async function useTicketFeedback(url: string, admin: string, user: string): Promise<void> {
  const ask = async (path: string, token?: string, body?: string): Promise<Answer> => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const response = await fetch(`${url}${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    const { data, error } = (await response.json()) as { data?: unknown; error?: object };
    return { status: response.status, data, ...error };
  };
  const leave = (payload: object, token?: string) =>
    ask(`/tickets/${TICKET}/feedback`, token, JSON.stringify({ payload }));
  const list = (token?: string, range = '0/0') => ask(`/tickets/feedback/list/${range}`, token);

  // Rights come before input.
  expect(await ask(`/tickets/x/feedback`, undefined, '{')).to.include({ status: 401, code: 'UNAUTHORIZED' });
  expect(await list(undefined, 'x/y')).to.include({ status: 401, code: 'UNAUTHORIZED' });
  expect(await list(user, 'x/y')).to.include({ status: 403, code: 'FORBIDDEN' });
  expect(await list(admin, 'x/y')).to.include({ status: 400, code: 'VALIDATION_ERROR' });
  for (const [payload, message] of [
    [{}, 'payload.rating is required'],
    [{ rating: 6 }, 'payload.rating must not be more than 5'],
    [{ rating: 1, comment: 'x'.repeat(2_001) }, 'payload.comment must not be longer than 2000 characters'],
    [{ rating: 1, comment: '\u0000' }, 'payload.comment must not contain control characters'],
    [{ rating: 1, mood: 'bad' }, 'payload.mood is not a member of this body'],
  ] as const) {
    expect(await leave(payload, user)).to.include({ status: 400, code: 'VALIDATION_ERROR', message });
  }
  expect(await list(admin)).to.deep.include({ status: 200, data: { total: 0, feedback: [] } });

  expect(await leave({ rating: 1 }, user)).to.include({ status: 200 });
  expect(await leave({ rating: 4, comment: 'Füße' }, user)).to.have.nested.property(
    'data.feedback.rating',
    4,
  );
  const { data } = await list(admin);
  expect(data.total).to.equal(1);
  expect(data.feedback[0]).to.include({ ticketId: TICKET, rating: 4, comment: 'Füße' });

  const description = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object };
  expect(description.paths).to.have.nested.property(
    '/tickets/{ticketId}/feedback.post.operationId',
    'leaveFeedback',
  );
  expect(description.paths).to.include.keys('/tickets/feedback/list/{start}/{end}', '/department/hierarchy');
}
