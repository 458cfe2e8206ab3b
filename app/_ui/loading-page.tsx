import { LoadingRows } from "./loading-rows";
import { PageHeader } from "./page-header";

type Props = { title: string; what: string; rows?: number };

/** In place of a page whose list is being read. */
export function LoadingPage({ title, ...list }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <LoadingRows {...list} />
    </>
  );
}
