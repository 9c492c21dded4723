/** A logger for tests in which no error may occur. */
export const raise = (error: unknown): never => {
  throw error;
};
