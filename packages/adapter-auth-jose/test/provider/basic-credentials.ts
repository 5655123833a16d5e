/** A client's id and secret. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The `Authorization` header of a client; RFC 6749, section 2.3.1, has both halves form-encoded first. */
export function basicCredentials({ clientId, clientSecret }: ClientCredentials): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** What is in such a header, if it is one. */
export function readBasicCredentials(header = ''): ClientCredentials | undefined {
  const [, encoded] = /^Basic ([\w+/]+=*)$/i.exec(header) ?? [];
  if (!encoded) return undefined;
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(rest.join(':')) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? '';
}
