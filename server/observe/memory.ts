let lastBytes = 0;

/**
 * The memory of this process. Reading it opens a file: without a free descriptor it throws, and the
 * last value is returned.
 */
export function memoryBytes(): number {
  try {
    lastBytes = process.memoryUsage.rss();
  } catch {
    // watchDescriptors() logs it.
  }
  return lastBytes;
}
