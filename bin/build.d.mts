export function build(options?: { force?: boolean }): void;
