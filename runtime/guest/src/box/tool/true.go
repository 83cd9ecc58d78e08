package tool

func trueMain(*run) int { return 0 }

func falseMain(*run) int { return 1 }
