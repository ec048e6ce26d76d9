/** `invoiceNumber` and `invoice_number` become `Invoice number`. Other names are unchanged. */
export function wordsOfName(name: string): string {
  if (!/^[\p{L}][\p{L}\p{N}_-]*$/u.test(name)) return name;
  const words = name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}s?$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
