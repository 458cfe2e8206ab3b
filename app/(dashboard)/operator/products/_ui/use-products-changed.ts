import { useChanged } from "@/app/_ui/feedback/use-changed";

/** Also refetches what follows the products: partners' prices, and the platform's first steps. */
export function useProductsChanged(onDone: () => void) {
  return useChanged(onDone, "products", "prices", "home");
}
