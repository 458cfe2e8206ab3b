/** A representation of a result other than JSON. */
export type FileType<Result> = {
  /** Such as `text/csv`; the response may add parameters. */
  mediaType: string;
  contentType?: string;
  /** Whether it is text; otherwise bytes. */
  isText: boolean;
  /** `partnerId`: who waits for it. */
  render(result: Result, caller: { partnerId: string }): Promise<File> | File;
};

/** The content of a file, and the name under which to save it. */
export type File = { name: string; content: string | Uint8Array<ArrayBuffer> };
