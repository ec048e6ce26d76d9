/** A statement that the server prepares once per connection. Each name has one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}
