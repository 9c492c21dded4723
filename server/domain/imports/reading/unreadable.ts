/** The file itself is invalid, so a retry would not help. The message is for the uploader. */
export class UnreadableFile extends Error {}

export const unreadableError = (message: string): UnreadableFile => new UnreadableFile(message);
