export function needsUiBuild(): boolean;
export function buildUi(options?: { force?: boolean; isQuiet?: boolean }): Promise<void>;
export function buildUiInBackground(): void;
