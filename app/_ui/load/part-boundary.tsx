import { Component, type ReactNode } from "react";
import { release } from "@/app/_trpc/release";

type Props = { onFailed?: () => void; children: ReactNode };

/**
 * Leaves out a part of a page that fails, instead of the whole page. What is typed elsewhere on the
 * page remains.
 */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    release.partFailed();
    this.props.onFailed?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
