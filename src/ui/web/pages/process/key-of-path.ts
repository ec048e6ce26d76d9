/** Key in `/processes/{key}`. The router decodes once too often: a key may contain the text `%2F`. */
export function keyOfPath(path: string): string {
  const part = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
