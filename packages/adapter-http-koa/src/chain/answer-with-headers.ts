/** An answer with additional headers, each described by name. */
export class AnswerWithHeaders<Answer> {
  readonly body: Answer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Answer, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
