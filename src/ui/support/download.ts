/** Starts the browser's download of a file. */
export const download = (fileName: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers cancel the download if the URL is revoked in the same turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
