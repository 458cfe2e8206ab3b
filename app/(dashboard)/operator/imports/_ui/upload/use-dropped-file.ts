import { useEffect, useState } from "react";

/**
 * Takes a file that is dropped anywhere on the page: the browser would open it instead of the page.
 * `mistake`: why what was dropped can't be taken, until the user chooses a file.
 */
export function useDroppedFile(onFile: (file: File) => void) {
  const [mistake, setMistake] = useState<string | null>(null);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      onDrag(event);
      const { files = [], items = [] } = event.dataTransfer ?? {};
      const [file] = files;
      if (file === undefined) return;
      const isFolder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);
      const isOne = files.length === 1 && !isFolder;
      setMistake(isOne ? null : "Drop a single file.");
      if (isOne) onFile(file);
    };
    window.addEventListener("dragover", onDrag);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDrag);
      window.removeEventListener("drop", onDrop);
    };
  }, [onFile]);
  return { mistake, forget: () => setMistake(null) };
}
