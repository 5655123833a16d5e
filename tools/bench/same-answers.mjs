import assert from 'node:assert/strict';

/** Asks every server the same, and complains where they answer otherwise; gives the text of the first. */
export async function sameAnswer(servers, { method = 'GET', path, headers, body }, status) {
  let expected;
  for (const [name, { url }] of Object.entries(servers)) {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, 'Accept-Encoding': 'identity' },
      body,
    });
    const text = await response.text();
    // Problems are put into other words; what programs look at is the same.
    const content = response.ok ? text : JSON.parse(text).error.code;
    const answer = { status: response.status, type: response.headers.get('content-type'), content };
    if (status !== undefined) assert.equal(answer.status, status);
    expected ??= answer;
    assert.deepEqual(answer, expected, `${name} answers ${method} ${path} otherwise`);
  }
  return expected.content;
}

/** What no server may let through: no token, a wrong one, and one of a user without rights. */
export async function sameRefusals(servers, request, tokens) {
  const { Authorization, ...headers } = request.headers;
  const altered = `${Authorization.slice(0, -4)}AAAA`;
  for (const other of [undefined, altered, ...tokens.map((token) => `Bearer ${token}`)]) {
    await sameAnswer(servers, {
      ...request,
      headers: { ...headers, ...(other !== undefined && { Authorization: other }) },
    });
  }
}

/** What a removal has left behind: the set of a user and the entry of the change, but for time and names. */
export async function removalIn(store, db, user) {
  const held = await store.rows(
    db,
    `select permission from user_permissions where user_id = '${user}' order by position`,
  );
  const [{ id, ...entry }] = await store.rows(
    db,
    `select id, actor, source, action, requested, before, after from audit_entries
     where source = 'http' and user_id = '${user}' order by id desc limit 1`,
  );
  const changes = await store.rows(
    db,
    `select kind, permission from audit_changes where entry_id = ${id} order by position`,
  );
  return { held, entry, changes };
}

/** How many removals are on disk, and how many of them took nothing away. */
export async function removalsIn(store, db) {
  const [{ made, idle }] = await store.rows(
    db,
    `select count(*) as made, count(*) filter (where not exists (select 1 from audit_changes where entry_id = e.id)) as idle
     from audit_entries e where source = 'http' and action = 'remove'`,
  );
  return { made: Number(made), idle: Number(idle) };
}
