import pg from 'pg';

const JSON_OID = 114;
const JSONB_OID = 3802;

/** Reading `json` costs nothing until the text is parsed: a snapshot that is in the cache is never parsed. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if ((oid === JSON_OID || oid === JSONB_OID) && format !== 'binary') return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
