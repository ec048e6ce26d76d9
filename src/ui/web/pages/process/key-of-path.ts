/** The key in an address such as `/processes/{key}`. The router decodes a parameter once too often: a key may hold the text `%2F`. */
export function keyOfPath(path: string): string {
  const part = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
