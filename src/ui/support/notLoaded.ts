/** Each browser says it in its own words that a module did not come, and the build in others that its style sheet did not. */
const words = /dynamically imported module|module script failed|preload CSS/i;

/** Says this error that code of the app did not come? */
export const notLoaded = (error: unknown): boolean => error instanceof Error && words.test(error.message);
