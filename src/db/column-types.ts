import pg from 'pg';

const JSON_OID = 114;
const JSONB_OID = 3802;

/** Returns `json` columns as text, so that cached snapshots are never parsed. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if ((oid === JSON_OID || oid === JSONB_OID) && format !== 'binary') return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
