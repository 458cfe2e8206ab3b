export const PARTNER_API = "Partner API";
export const PRODUCT_API = "Product API";
