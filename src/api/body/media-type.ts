const PARAMETER_SEPARATOR = ';';

/** `application/json` or `…+json`, without charset or with `utf-8` (docs/contributing/spec/http.md#body-media-types). */
export function isJsonMediaType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(PARAMETER_SEPARATOR);
  const type = mediaType.trim();
  if (type !== 'application/json' && !/^[^/\s]+\/[^/\s]+\+json$/.test(type)) return false;
  return parameters.every(isAcceptedParameter);
}

function isAcceptedParameter(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^(?:utf-8|"utf-8")$/.test(value.trim());
}

export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

/** Absent or empty: `identity`. Undefined: not supported. */
export function contentEncodingOf(header: string | undefined): ContentEncoding | undefined {
  const name = header === undefined ? 'identity' : header.trim().toLowerCase();
  switch (name) {
    case '':
      return 'identity';
    case 'identity':
    case 'gzip':
    case 'deflate':
    case 'br':
      return name;
    default:
      return undefined;
  }
}
