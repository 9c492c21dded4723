// Reasons why a job failed.
export const jobs = {
  crashed: 'The server stopped {crashes} times in a row during this job, so it was given up.',
  failed: 'Something went wrong while it was being done.',
  notAllowed: 'This was not done, because the person who started it is no longer active or no longer has the right.',
  notWritten: 'Something went wrong while it was being written.',
  notComputed: 'Some commissions could not be computed. They are tried again.',
  cancelled: 'It was cancelled.',
} as const;
