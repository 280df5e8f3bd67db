extension PageTexts {
    static let korean = PageTexts(
        signInTitle: "로그인", continueTo: NamedText("계속하려는 앱: "), username: "회사 계정(사용자@회사)", password: "비밀번호",
        signIn: "로그인", wrongCredentials: "계정 또는 비밀번호가 올바르지 않습니다. 확인한 후 다시 시도하세요.",
        tooManyAttempts: "시도 횟수가 너무 많습니다. 잠시 기다린 후 다시 시도하세요.",
        overloaded: "지금 많은 사람이 로그인하고 있습니다. 몇 초 후에 다시 시도하세요.",
        formExpired: "페이지가 너무 오래 열려 있었거나 쿠키가 꺼져 있습니다. 다시 시도하세요.",
        blocked: Message("액세스가 차단되었습니다", "로그인되었지만 조직에서 이 액세스를 허용하지 않습니다. 잘못되었다고 생각되면 지원 담당자에게 알려 주세요."),
        secondFactor: Message(
            "두 번째 단계가 필요합니다", "로그인되었지만 조직에서 본인임을 확인하는 두 번째 증명을 요구합니다. 이 페이지에서는 아직 요청할 수 없습니다. 지원 담당자에게 문의하세요."),
        unavailable: Message("지금은 처리할 수 없습니다", "저희 쪽에 문제가 있습니다. 몇 분 후에 다시 시도하세요."),
        badRequestTitle: "이 로그인을 계속할 수 없습니다", unknownClient: "이 페이지로 안내한 앱을 조직에서 알지 못합니다.",
        unknownRedirect: "이 페이지로 안내한 앱이 등록하지 않은 주소를 요청했습니다.",
        malformed: "이 페이지로 안내한 링크가 불완전하거나 손상되었습니다. 앱에서 다시 시작하세요.", reference: "지원 담당자용 참조:",
        returning: Message("앱으로 돌아가는 중", "앱으로 돌아갑니다. 아무 일도 일어나지 않으면 계속을 선택하세요."),
        continueOn: "계속", deviceTitle: "다른 기기에서 로그인", deviceHint: "다른 기기나 앱에 표시된 코드를 입력하세요.", deviceCode: "코드",
        next: "다음",
        unknownCode: "코드가 올바르지 않거나 만료되었습니다. 코드를 확인하거나 기기에서 새 코드를 받으세요.", confirmTitle: "본인이 맞나요?",
        confirmQuestion: NamedText("다른 기기에서 다음 앱에 로그인하시겠습니까? "),
        confirmWarning: "지금 가지고 있는 기기에서 직접 시작한 경우에만 계속하세요. 누군가 코드를 보냈다는 이유로 진행하지 마세요.",
        signedInAs: NamedText("로그인한 계정: "), allow: "예, 로그인", deny: "아니요, 취소",
        allowed: Message("로그인되었습니다", "다른 기기로 돌아가세요. 이 페이지를 닫아도 됩니다."),
        denied: Message("로그인하지 않았습니다", "요청을 거부했습니다. 이 페이지를 닫아도 됩니다."))
}
