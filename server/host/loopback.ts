/** Whether a host name or address, IPv6 with or without its brackets, means this machine by itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(host);
}
