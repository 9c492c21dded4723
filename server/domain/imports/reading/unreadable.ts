/** The file itself is at fault: another try would find the same. The message is for the person who uploaded it. */
export class UnreadableFile extends Error {}

export const unreadable = (message: string): UnreadableFile => new UnreadableFile(message);
