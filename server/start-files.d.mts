export const LEAST_FILES: number;
export function tellFewFiles(limit: number | string): string;
