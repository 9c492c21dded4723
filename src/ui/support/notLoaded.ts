/** Browsers word a failed module import differently, and the build tool words a failed stylesheet itself. */
const loadFailurePattern = /dynamically imported module|module script failed|preload CSS/i;

/** True if the error means that code of the app failed to load. */
export const isLoadFailure = (error: unknown): boolean => error instanceof Error && loadFailurePattern.test(error.message);
