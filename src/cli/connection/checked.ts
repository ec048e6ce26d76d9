import { readFileSync } from 'node:fs';
import { WrongArguments } from '../wrong-arguments.ts';

/** The address of an API without the slashes at its end. Never shows what it refuses: it may hold a password. Throws {@link WrongArguments}. */
export function checkedUrl(text: string, from: string): string {
  const wrong = (what: string) => new WrongArguments(`${from} ${what}, such as https://sluice.example or http://localhost:8080`);
  if (!URL.canParse(text)) throw wrong('is not a URL');
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong('is not an http or https URL');
  if (username !== '' || password !== '') throw wrong('has a user or a password in it; a token is given apart. It is an address');
  if (search !== '' || hash !== '') throw wrong('has a query or a fragment; it is an address alone');
  return text.replace(/\/+$/, '');
}

/** A token as a header can hold it. Never shows it. Throws {@link WrongArguments}. */
export function checkedToken(text: string, from: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new WrongArguments(`${from} is empty, or has characters that no token has`);
  return text;
}

/** The token in a file; `-`: on the standard input. Throws {@link WrongArguments}. */
export function readTokenFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new WrongArguments(`the token cannot be read: ${(error as Error).message}`);
  }
}
