// Why a job failed.
export const jobs = {
  neverFinished: 'It was started several times and never finished.',
  failed: 'Something went wrong while it was being written.',
} as const;
