import type { Pool } from '../db/pool.ts';
export async function copyDefinitions(_from: Pool, _to: Pool): Promise<boolean> { return false; }
