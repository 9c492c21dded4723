/** A logger for tests in which no error may occur. */
export const failOnError = (error: unknown): never => {
  throw error;
};
